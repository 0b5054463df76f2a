"""The routes of the service, one module a kind of thing: `router(service)` gives them."""
