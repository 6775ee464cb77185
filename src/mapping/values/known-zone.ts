import { IANAZone, type Zone } from 'luxon';
import { callLibrary } from '../../platform/library.js';

/** A time zone as luxon takes it: by name, with offsets that are remembered by the day. Asking the runtime for one takes longer than all else of a date. */
export function zoneOf(name: string): Zone | string {
  return callLibrary('luxon', () => (IANAZone.isValidZone(name) ? new RememberingZone(name) : name));
}

const day = 86_400_000;
const daysKept = 4_000;

class RememberingZone extends IANAZone {
  readonly #days = new Map<number, number | null>();

  override offset(at: number): number {
    // Clocks of earlier times were changed by odd amounts.
    if (!(at >= 0)) return this.#asked(at);
    const number = Math.floor(at / day);
    let known = this.#days.get(number);
    if (known === undefined) {
      const [first, last] = [this.#asked(number * day), this.#asked((number + 1) * day)];
      known = first === last ? first : null;
      if (this.#days.size === daysKept) this.#days.clear();
      this.#days.set(number, known);
    }
    return known ?? this.#asked(at);
  }

  #asked(at: number): number {
    return callLibrary('luxon', () => super.offset(at));
  }
}
