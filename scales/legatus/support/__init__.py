"""Support units: artillery, interceptors, air/space defense, Thor satellites and ships."""
