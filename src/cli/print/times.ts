export { maybeIso } from '../../documents/time.js';
export { timesIn, type Times } from '../../inspect/times.js';
