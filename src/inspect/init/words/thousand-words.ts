const thousands: ReadonlySet<string> = new Set(
  (
    'hiljadama hiljada hiljade hilj tisucama tisuca tisuce tisocih tisoc tis 000 1000 k tsd tausend thousand thousands mille migliaia miles ' +
    'milhares tys tysiac ezer mii bin χιλ хиляди хил илјади тыс'
  ).split(' '),
);

/** Whether a folded word of a name says that amounts are in thousands. */
export function isThousand(word: string): boolean {
  return thousands.has(word);
}
