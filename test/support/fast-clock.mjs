/* Loaded into a process before its own code (`node --import fast-clock.mjs?times=10&from=MS`): from that moment on its clocks and timers
 * run so many times faster, so that no test waits for the minutes that a daemon waits. Processes with the same moment have the same time. */
import { URL } from 'node:url';
import { promisify } from 'node:util';

const [times, from] = ['times', 'from'].map((name) =>
  Number(new URL(import.meta.url).searchParams.get(name)),
);
const RealDate = Date;
const { setTimeout: realTimeout, setInterval: realInterval, performance } = globalThis;
const elapsed = performance.now.bind(performance);

const now = () => Math.round(from + (RealDate.now() - from) * times);

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  apply: (target) => new target(now()).toString(),
  get: (target, key, receiver) => (key === 'now' ? now : Reflect.get(target, key, receiver)),
});
Object.defineProperty(performance, 'now', { value: () => elapsed() * times });
globalThis.setTimeout = Object.assign((run, ms = 0, ...given) => realTimeout(run, ms / times, ...given), {
  [promisify.custom]: (ms = 0, value) => realTimeout[promisify.custom](ms / times, value),
});
globalThis.setInterval = (run, ms = 0, ...given) => realInterval(run, ms / times, ...given);
