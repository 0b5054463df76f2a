"""Interceptor: fighters and patrol craft in space, in the gravity well and in the atmosphere."""

from scales.interceptor.engine import InterceptorEngine

ENGINE = InterceptorEngine()
