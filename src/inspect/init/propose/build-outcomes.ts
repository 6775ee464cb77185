import { fold } from '../../../model/fold.js';
import type { MappingDraft } from './draft.js';
import { named } from './build-words.js';
import type { FieldProfile } from '../profile/profile.js';
import { flagOf, shapeOf } from '../profile/shapes.js';
import * as lists from '../words/word-lists.js';

const stateNames =
  /(status|state|operation|mode|modus|aktionart|availability|available|dostupn[aeio]|dostupnost|raspolozivost|verf(ue|ü)gbar(keit)?|disponib[a-z]*|dostepnosc|stan_oferty|nalichie)$/i;
const deleteNames =
  /(deleted?|loeschen|lösche?n|geloescht|obrisan[oa]?|usun(iety|iete|ac)?|eliminado|supprime)$/i;
const wordsMax = 12;

/** Adds removals for records marked as sold, let, withdrawn or deleted; reserved ones become inactive. */
export function buildOutcomes(draft: MappingDraft, fields: readonly FieldProfile[]): void {
  const outcomes: { when: string; remove: string }[] = [];
  for (const field of fields) {
    const name = field.path.replace(/^.*[/@]/, '');
    if (!stateNames.test(name) && !deleteNames.test(name)) continue;
    if (field.distinct.size > wordsMax || field.path.includes("'") || field.most > 1) continue;
    const words = [...field.distinct.keys()].filter((word) => !word.includes("'"));
    const isFlag = deleteNames.test(name);
    const over = words.flatMap((word) => {
      const target = isFlag && flagOf(word) === true ? 'withdrawn' : known(word, lists.endings);
      return typeof target === 'string' ? [{ word, target }] : [];
    });
    for (const { word, target } of over) outcomes.push({ when: condition(field, [word]), remove: target });
    if (over.length > 0) noteOutcome(draft, field, over);
    buildState(draft, field, words);
  }
  if (outcomes.length > 0) draft.top.outcomes = outcomes;
}

function noteOutcome(
  draft: MappingDraft,
  field: FieldProfile,
  over: readonly { word: string; target: string }[],
): void {
  const meanings = over.map(({ word, target }) => `"${word}" is taken for ${meaning[target] ?? target}`);
  draft.note('outcomes', field, `${meanings.join(', ')}: such listings are removed from the portal.`, 0.7);
}

const meaning: Readonly<Record<string, string>> = { rented: 'let' };

function buildState(draft: MappingDraft, field: FieldProfile, words: readonly string[]): void {
  const reserved = words.filter((word) => known(word, lists.reservations) !== null);
  if (reserved.length === 0) return;
  const source = { concept: 'transaction', field, shape: shapeOf(field), score: 0.85, byName: true } as const;
  const doubt = `${named(reserved)} is taken for reserved: such listings stay on the portal, but are hidden while reserved.`;
  draft.put('state', { const: 'inactive', when: condition(field, reserved) }, source, doubt);
}

/** The target of a word, if the whole value matches; null otherwise. */
function known(word: string, list: lists.WordList): lists.WordTarget {
  const finding = lists.lookUp(word, list);
  return finding?.sure === 1 ? finding.target : null;
}

/** A `when` condition that is true for records with one of the words. */
function condition({ path }: FieldProfile, words: readonly string[]): string {
  const [word = '', ...more] = [...new Set(words.map(fold))].map((one) => `'${one}'`);
  return more.length === 0
    ? `fold(field('${path}')) == ${word}`
    : `fold(field('${path}')) in [${[word, ...more].join(', ')}]`;
}

/** Whether a word means that the offer ended or is reserved, so that it does not decide sale or rent. */
export function isStateWord(word: string): boolean {
  return known(word, lists.endings) !== null || known(word, lists.reservations) !== null;
}
