importScripts('/shop-handlers.js')
