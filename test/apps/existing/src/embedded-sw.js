import { installReplay } from 'counterfoil/worker'

importScripts('/shop-handlers.js')
installReplay()
