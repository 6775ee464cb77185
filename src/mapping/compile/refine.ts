import type { Compiler } from './compiler.js';
import { stripContacts } from '../../core/content/find-contacts.js';
import type { YamlPath } from '../language/mapping-errors.js';
import type { RuleInput } from '../language/mapping-schema.js';
import { sentinelTest } from './sources.js';
import { tidyLine, tidyLines } from '../values/text.js';

/** Reduces the texts that a rule read to the parts that count. */
export type Refine = (texts: readonly string[]) => string[];

/**
 * Applies `split`, `remove`, `strip_contacts` and `match`, in this order. Null for a rule that has none of them, and for one that has
 * `keys` too, which is reported as a mistake.
 */
export function compileRefining(
  rule: RuleInput,
  lines: boolean,
  compiler: Compiler,
  at: YamlPath,
): Refine | null {
  const steps = compileSteps(rule, lines, compiler, at);
  if (rule.split === undefined && steps.length === 0) return null;
  if (rule.keys !== undefined) {
    compiler.fail(
      at,
      'keys: are looked up as they are; give the part that counts a name under values: and write $name.',
    );
    return null;
  }
  const split = splitter([rule.split ?? []].flat());
  const isNull = sentinelTest([...compiler.mapping.nulls, ...(rule.nulls ?? [])]);
  return (texts) => {
    const parts: string[] = [];
    for (const piece of texts.flatMap(split)) {
      const part = steps.reduce<string | null>((text, step) => (text === null ? null : step(text)), piece);
      if (part !== null && !isNull(part)) parts.push(part);
    }
    return parts;
  };
}

/** One step; null for a text of which nothing is left. */
type TextStep = (text: string) => string | null;

function compileSteps(rule: RuleInput, lines: boolean, compiler: Compiler, at: YamlPath): TextStep[] {
  const tidy = lines ? tidyLines : tidyLine;
  const removed = (rule.remove ?? []).map((text, index) => compiler.pattern(text, [...at, 'remove', index]));
  const match = rule.match === undefined ? null : compiler.pattern(rule.match, [...at, 'match']);
  const steps: TextStep[] = removed.map((pattern) => (text) => pattern.remove(text));
  if (rule.strip_contacts === true) steps.push(stripContacts);
  if (steps.length > 0) steps.push(tidy);
  if (match) {
    steps.push((text) => match.find(text));
    steps.push((text) => text.trim());
  }
  return steps;
}

/** Splits a text at each of the separators. */
export function splitter(separators: readonly string[]): (text: string) => string[] {
  if (separators.length === 0) return (text) => [text];
  return (text) =>
    separators
      .reduce((parts, separator) => parts.flatMap((part) => part.split(separator)), [text])
      .map((part) => part.trim());
}
