import type { Ad } from '../ads.js';
import type { Value } from '../fields.js';
import type { Layout } from '../layout.js';
import type { Run } from './command-line.js';

/** A value that the content guard holds. */
interface HeldValue {
  external_id: string;
  field: string;
  rule: string;
  /** For people: `95,000 EUR`, `54 m²`. */
  value: string;
}

/**
 * Confirms the prices and areas that are held and right, as the agency would, listing by listing. @returns how many, and of those that stay
 * held the rule and field
 */
export async function confirmRight(
  run: Run,
  layout: Layout,
  ads: readonly Ad[],
): Promise<{ confirmed: number; left: string[] }> {
  const { document } = await run('holds');
  let confirmed = 0;
  const left: string[] = [];
  for (const held of heldIn(document)) {
    const ad = ads.find((one) => isCode(layout.facts(one).code?.value, held.external_id));
    const isRight =
      ad !== undefined && truths(held.field, layout, ad).some((truth) => says(held.value, truth));
    if (!isRight) left.push(`held by ${held.rule}: ${held.field}`);
    else {
      await run('confirm', held.external_id, '--field', held.field);
      confirmed += 1;
    }
  }
  return { confirmed, left };
}

function heldIn(value: unknown): HeldValue[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('external_id' in value && 'rule' in value && 'field' in value) return [value as HeldValue];
  return Object.values(value).flatMap(heldIn);
}

function isCode(code: Value | undefined, externalId: string): boolean {
  return typeof code === 'string' && externalId.includes(code);
}

function truths(field: string, layout: Layout, ad: Ad): number[] {
  const facts = layout.facts(ad);
  const values =
    field === 'price'
      ? [facts.amount?.value]
      : field === 'area'
        ? [facts.area?.value, facts.plot?.value]
        : [];
  return values.filter((value) => typeof value === 'number');
}

function says(text: string, truth: number): boolean {
  const figure = /\d[\d., \u00a0]*/.exec(text)?.[0] ?? '';
  const plain = figure
    .trim()
    .replaceAll(/[., \u00a0](?=\d{3}(\D|$))/g, '')
    .replace(',', '.');
  return Math.abs(Number(plain) - truth) < 0.011;
}
