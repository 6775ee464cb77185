import type { RuleCondition } from '../core/setup/listing-rule.js';
import { ruleConditionSchema } from '../wire/rule-schema.js';
import { CliError } from './exit.js';

const example = '"title=Lux; up_to=500 EUR; category=apartment; place=ID"';

/** Reads the conditions of a rule, such as `title=Lux; up_to=500 EUR`. @throws CliError 2 */
export function readCondition(text: string, option: string): RuleCondition {
  const parts = text.split(';').filter((part) => part.trim() !== '');
  const when = Object.fromEntries(
    parts.map((part) => {
      const [, name = '', value = ''] = /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(part) ?? [];
      return conditionNamed(name, value);
    }),
  );
  const read = ruleConditionSchema.safeParse(when);
  if (read.success && parts.length > 0 && Object.keys(when).length === parts.length) return read.data;
  throw new CliError(2, `${option}: "${text}" cannot be read. Write it like ${example}.`);
}

function conditionNamed(name: string, value: string): [string, unknown] {
  if (name === 'title') return ['title_word', value];
  if (name !== 'up_to') return [name, value];
  const [, amount = '', currency = ''] = /^(\d+(?:\.\d{1,2})?)\s+(\w+)$/.exec(value) ?? [];
  return ['price_up_to', { amount: Number(amount), currency }];
}
