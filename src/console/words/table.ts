/** Who reads it. What agencies read is free of the daemon’s own words: a test names them. */
export type Audience = 'agency' | 'operator' | 'both';

/** A text for each number, as `Intl.PluralRules` names them; `{n}` is the number. */
interface Forms {
  one: string;
  few?: string;
  other: string;
}

export type Text = string | Forms;

/**
 * One text in both languages. `{name}` is put in later. What stands between backticks keeps its letters in Cyrillic too, and
 * loses the backticks: `` `CSV` ``.
 */
export interface Entry {
  sr: Text;
  en: Text;
}

export interface Words<Keys extends string> {
  audience: Audience;
  entries: Readonly<Record<Keys, Entry>>;
}

export function words<Keys extends string>(
  audience: Audience,
  entries: Readonly<Record<Keys, Entry>>,
): Words<Keys> {
  return { audience, entries };
}
