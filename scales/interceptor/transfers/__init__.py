"""Moving between the Leviathan and the Interceptor board, and squadrons that fly from the ground."""
