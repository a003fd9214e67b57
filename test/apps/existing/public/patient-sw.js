// It takes over when the pages of the one before it are closed.
importScripts('/counterfoil-sw.js')
