import { delivery, memory } from './delivery.js'
import { growth } from './growth.js'
import { keeping } from './keeping.js'
import { meanwhile } from './meanwhile.js'
import type { Section } from './section.js'
import { stuckLanes } from './stuck.js'
import { weight } from './weight.js'

/** All of the bench, in the order in which it is read. */
export const sections: readonly Section[] = [keeping, meanwhile, delivery, growth, stuckLanes, memory, weight]
