import { contentRules } from '../../model/content.js';
import type { Sentence } from '../../model/sentence.js';
import { ruleName } from '../content-words.js';
import { capitalized } from '../phrasing.js';
import { olderMark } from '../older-file.js';
import { fetchPhrases } from './fetch-phrases.js';
import { filePhrases } from './file-phrases.js';
import { holdPhrases } from './hold-phrases.js';
import { inSerbian, known, valuesIn, type KnownPhrase, type Phrase } from './phrase.js';
import { portalPhrases } from './portal-phrases.js';
import { runPhrases } from './run-phrases.js';

/**
 * A reason that the daemon stored, in both languages. The store keeps reasons in English: their values are found by the phrases that they
 * were written with, and the same phrases say them in Serbian.
 * @returns null if the reason was written by a release with other phrases
 */
export function toldReason(reason: string): Sentence | null {
  const sr = translated(reason.trim(), 0);
  return sr === null ? null : { sr, en: reason };
}

/**
 * A reason in brackets behind a clause of either language, without its final stop; empty for none. In Serbian also for one that is known in
 * English alone: it would make the sentence half English. A code of one word stays.
 */
export function inBrackets(reason: string | null): Sentence {
  if (reason === null || reason === '') return { sr: '', en: '' };
  const { sr } = toldReason(reason) ?? { sr: /^\S+$/.test(reason) ? `\`${reason}\`` : '' };
  const written = (text: string): string => (text === '' ? '' : ` (${text.replace(/\.$/, '')})`);
  return { sr: written(sr), en: written(reason) };
}

const depthMax = 8;

let phrases: readonly KnownPhrase[] | null = null;

/** They are taken apart on first use: most processes tell no reason. */
function allPhrases(): readonly KnownPhrase[] {
  return (phrases ??= [
    ...holdPhrases,
    ...portalPhrases,
    ...runPhrases,
    ...fetchPhrases,
    ...filePhrases,
    ...olderPhrases,
    ...rulePhrases(),
  ].flatMap(known));
}

const olderPhrases: readonly Phrase[] = [[`${olderMark} (by {by})`, 'stariji je od poslednjeg preuzetog']];

/** How many values of which rules are in doubt. */
function rulePhrases(): Phrase[] {
  const counts = contentRules.map((rule): Phrase => {
    const { sr, en } = ruleName(rule);
    return [`${en} {#n}`, `${sr}: {n}`];
  });
  return [...counts, ['{*first}, {*rest}', '{first}, {rest}']];
}

/** A phrase, or several sentences of which each is one. */
function translated(text: string, depth: number): string | null {
  if (depth > depthMax) return null;
  const isClosed = text.endsWith('.');
  const clause = isClosed ? text.slice(0, -1) : text;
  for (const phrase of allPhrases()) {
    const values = valuesIn(phrase.parts, clause);
    const sr = values && inSerbian(phrase, values, (part) => translated(part, depth + 1));
    if (sr !== null) return isClosed ? `${sr}.` : sr;
  }
  return sentences(text, depth);
}

function sentences(text: string, depth: number): string | null {
  for (let at = text.indexOf('. '); at !== -1; at = text.indexOf('. ', at + 1)) {
    const first = translated(text.slice(0, at + 1), depth + 1);
    const rest = first === null ? null : translated(text.slice(at + 2), depth + 1);
    if (first !== null && rest !== null) return `${first} ${capitalized(rest)}`;
  }
  return null;
}
