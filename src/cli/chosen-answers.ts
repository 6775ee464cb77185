import { chosenFactAt, chosenFacts, type ChosenPath } from '../core/setup/differing-facts.js';
import type { ChoiceOfSome } from '../core/setup/fact-answer.js';
import type { SetupFacts } from '../core/setup/setup-steps.js';
import { CliError } from './exit.js';
import { readCondition } from './read-condition.js';

export interface ChosenOptions {
  chooseFor?: string[];
  chooseWhen?: string[];
  forgetRulesOf?: string[];
}

/** What the options state of some listings otherwise than of others, by payload path. @throws CliError 2 */
export function chosenAnswers(
  { chooseFor = [], chooseWhen = [], forgetRulesOf = [] }: ChosenOptions,
  inForce: SetupFacts['chosen'],
): Partial<Record<ChosenPath, ChoiceOfSome>> {
  const forgotten = forgetRulesOf.map((path) => pathOf(path, '--forget-rules-of', path));
  const named = chooseFor.map((text) => partsOf(text, '--choose-for', 'rent.type=short_term:A12'));
  const rules = chooseWhen.map((text) => {
    const { path, word, rest } = partsOf(text, '--choose-when', '"rent.type=short_term: title=dan"');
    return { path, value: word, when: readCondition(rest, '--choose-when') };
  });
  const answers: Partial<Record<ChosenPath, ChoiceOfSome>> = {};
  for (const { path } of chosenFacts) {
    const own = named.filter((one) => one.path === path);
    const added = rules.filter((one) => one.path === path).map(({ value, when }) => ({ value, when }));
    const forgets = forgotten.includes(path);
    if (own.length + added.length === 0 && !forgets) continue;
    const words = [...new Set(own.map(({ word }) => word))];
    const ids = (word: string): string[] => own.filter((one) => one.word === word).map(({ rest }) => rest);
    const kept = forgets ? [] : (inForce[path]?.rules ?? []);
    answers[path] = {
      named: Object.fromEntries(words.map((word) => [word, ids(word)])),
      ...((added.length > 0 || forgets) && { rules: [...kept, ...added] }),
    };
  }
  return answers;
}

function partsOf(
  text: string,
  option: string,
  example: string,
): { path: ChosenPath; word: string; rest: string } {
  const [, path = '', word = '', rest = ''] = /^([\w.]+)=(\w+):\s*(.+)$/.exec(text) ?? [];
  if (rest === '') throw new CliError(2, `${option}: "${text}" cannot be read. Write it like ${example}.`);
  return { path: pathOf(path, option, text), word, rest };
}

function pathOf(path: string, option: string, text: string): ChosenPath {
  const fact = chosenFactAt(path);
  if (fact !== undefined) return fact.path;
  const known = chosenFacts.map((one) => one.path).join(' and ');
  throw new CliError(
    2,
    `${option}: "${text}" names no field that may differ between listings: ${known} may.`,
  );
}
