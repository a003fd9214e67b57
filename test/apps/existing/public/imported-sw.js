importScripts('/counterfoil-sw.js', '/shop-handlers.js')
