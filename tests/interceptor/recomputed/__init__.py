"""A referee of Interceptor battles: it knows the charts by itself and works every number of the event log out anew."""
