/**
 * Who reads a table’s texts. Texts for `agency` and `both` must not use the daemon’s internal terms; a test checks
 * it.
 */
export type Audience = 'agency' | 'operator' | 'both';

/** A text with plural forms, named as in `Intl.PluralRules`. `{n}` is the number. */
interface Forms {
  one: string;
  few?: string;
  other: string;
}

/** A text, or one form for each kind of number. */
export type Text = string | Forms;

/**
 * A text in both languages. `{name}` is a placeholder. A part between backticks keeps its Latin letters in Cyrillic; the
 * backticks are removed: `` `CSV` ``.
 */
export interface Entry {
  sr: Text;
  en: Text;
}

/** A table of texts for one audience. */
export interface Words<Keys extends string> {
  audience: Audience;
  entries: Readonly<Record<Keys, Entry>>;
}

/** Defines a table of texts. */
export function words<Keys extends string>(
  audience: Audience,
  entries: Readonly<Record<Keys, Entry>>,
): Words<Keys> {
  return { audience, entries };
}
