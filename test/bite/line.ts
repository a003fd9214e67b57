import type { PlantedFault } from './fault.js'

/** Against the waits for the line: back in seconds, and never all at once. */
export const line: readonly PlantedFault[] = [
  {
    name: 'a short outage is probed as seldom as a long one',
    file: 'src/decide/schedule.ts',
    from: 'if (outMs < minute) return',
    to: 'if (outMs < 0) return',
    test: 'test/till/back-online.test.ts',
  },
  {
    name: 'a wait for the line is counted from the end of a slow probe',
    file: 'src/decide/pauses.ts',
    from: 'Math.max(probeRestMsMin, askedAt + intervalMs - now)',
    to: 'Math.max(probeRestMsMin, intervalMs)',
    test: 'test/till/back-online.test.ts',
  },
  {
    name: 'all tills probe in step',
    file: 'src/decide/schedule.ts',
    from: 'return Math.round(least + random * (most - least))',
    to: 'return Math.round(random < 2 ? most : least)',
    test: 'test/replay/hours.test.ts',
  },
  {
    name: 'a new operation waits with the others for the line',
    file: 'src/replay/run.ts',
    from: 'else if (isEager) endProbeWait(line, clock.now())',
    to: '',
    test: 'test/till/back-online.test.ts',
  },
  {
    name: 'a busy counter probes with every operation',
    file: 'src/till/dispatch.ts',
    from: 'if (ticks() < from) {',
    to: 'if (ticks() < 0) {',
    test: 'test/till/back-online.test.ts',
  },
  {
    name: 'the browser’s word puts the try off again',
    file: 'src/till/dispatch.ts',
    from: 'if (!isAsked) timer.set(random() * hintMsMax)',
    to: 'timer.set(hintMsMax + random())',
    test: 'test/till/back-online.test.ts',
  },
  {
    name: 'a new operation ends the wait that the service named',
    file: 'src/replay/line.ts',
    from: 'if (pause && isOut(pause) && isHolding(pause, now)) setPause',
    to: 'if (pause && isHolding(pause, now)) setPause',
    test: 'test/replay/eager.test.ts',
  },
  {
    name: 'what the line has lost counts as never sent',
    file: 'src/decide/outcomes.ts',
    from: "silent: { next: applyReplayRule, attempt: 'unknown' }",
    to: "silent: { next: requeue, attempt: 'uncounted' }",
    test: 'test/cruel/mobile.test.ts',
  },
]
