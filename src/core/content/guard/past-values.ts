import type { Confirmation, ContentField, PastValue } from '../../../model/content.js';
import type { Millis } from '../../../model/millis.js';
import { offerOf, valueOf, type Payload } from './payload-values.js';

/** What is known about a listing's values. */
interface Known {
  history: readonly PastValue[];
  confirmations: readonly Confirmation[];
}

/**
 * Whether later values are compared with the present one: it was neither confirmed nor in doubt when it went live. That a confirmation was
 * taken back makes its value no better.
 */
export function isBase(cleared: Payload, field: ContentField, { history, confirmations }: Known): boolean {
  const [value, offer] = [valueOf(cleared, field), offerOf(cleared)];
  const isThis = (one: { field: ContentField; offer: PastValue['offer']; value: string }): boolean =>
    one.field === field && one.offer === offer && one.value === value;
  const isMarked = history.some((past) => past.until === null && !past.isBase && isThis(past));
  return !isMarked && !confirmations.some(isThis);
}

/** Values of `cleared` that `wanted` replaces. */
export function replacedValues(
  cleared: Payload,
  wanted: Payload,
  input: Known & { now: Millis },
): PastValue[] {
  const isSameOffer = offerOf(cleared) === offerOf(wanted);
  return (['price', 'area'] as const).flatMap((field) => {
    const value = valueOf(cleared, field);
    if (value === null || (isSameOffer && valueOf(wanted, field) === value)) return [];
    return [
      { field, offer: offerOf(cleared), value, until: input.now, isBase: isBase(cleared, field, input) },
    ];
  });
}

/** How long a value that was live counts as such. */
const livedMs = 90 * 86_400_000;

/**
 * Values of a listing that was removed, for the case that it comes back: they were live until then, unless that is 90 days ago.
 * @param payload the one that was live last
 * @param until when the listing left
 */
export function valuesThatLeft(payload: Payload, until: Millis, known: Known & { now: Millis }): PastValue[] {
  if (until <= known.now - livedMs) return [];
  const offer = offerOf(payload);
  return (['price', 'area'] as const).flatMap((field) => {
    const value = valueOf(payload, field);
    return value === null ? [] : [{ field, offer, value, until, isBase: isBase(payload, field, known) }];
  });
}
