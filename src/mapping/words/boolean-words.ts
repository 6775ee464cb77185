import { fold } from '../../model/fold.js';
import type { FlagMeaning } from '../values/convert.js';
import type { Target } from '../language/mapping-schema.js';

/** The name under `tables:` by which a feed teaches words for yes and no, unless its mapping has a table of this name. */
export const booleanTable = 'boolean';

const yes =
  'da yes ja true t y oui vrai si sì sim tak prawda igen igaz van ano áno evet var vero verdadero verdadeiro wahr да так есть є ima ima. има ναι hay có 1 -1 on x ✓ ✔ ✅ ☑ √ +'.split(
    ' ',
  );
const no =
  'ne no nein false f n nie non nem hamis não nao nu hayır yok нет не ні nincs όχι nema nema. нема falso falsch faux fałsz 0 off ✗ ✘ ✕ ✖ ❌ ☐'.split(
    ' ',
  );

/** Words for yes and no that are known in every feed; what a mapping or a feed says of a word wins. */
export const commonFlags: ReadonlyMap<string, boolean> = new Map([
  ...no.map((word) => [fold(word), false] as const),
  ...yes.map((word) => [fold(word), true] as const),
]);

/** The words that a feed teaches, folded. Other targets than yes, no and nothing are left to `flagTargetProblem`. */
export function taughtFlags(words: Readonly<Record<string, Target>>): ReadonlyMap<string, FlagMeaning> {
  return new Map(
    Object.entries(words).flatMap(([word, target]) => {
      const meaning = meaningOf(target);
      return meaning === null ? [] : [[fold(word), meaning] as const];
    }),
  );
}

/** Why a target cannot be the meaning of a word for yes or no, as a sentence; null for a good one. */
export function flagTargetProblem(word: string, target: Target): string | null {
  if (meaningOf(target) !== null) return null;
  return `tables: "${word}" is a word for yes or no, so its meaning is true, false or null, and not ${JSON.stringify(target)}.`;
}

function meaningOf(target: Target): FlagMeaning | null {
  if (target === null) return 'nothing';
  if (target === true || target === 'true') return true;
  return target === false || target === 'false' ? false : null;
}
