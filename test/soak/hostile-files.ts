import type { RecordValue } from '../../src/model/record.js';
import { caseRecords, presets } from '../mapping/preset-records.js';
import { shippedMapping } from '../mapping/shipped-mapping.js';
import { hostileValues, withHostileValues } from '../support/hostile-values.js';

export const recordsOfFile = 40;

/** Shipped mappings of XML whose records can be written from their cases. */
export const xmlPresets = presets.filter((preset) => shippedMapping(preset).format.container === 'xml');

/** A file of a shipped mapping: records of its cases with hostile values, and hostile texts in some of them whole. */
export function hostileFile(preset: string, fraction: () => number): string {
  const { format } = shippedMapping(preset);
  if (format.container !== 'xml') throw new Error(`${preset} reads no XML`);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(fraction() * list.length)]!;
  const records = caseRecords(preset);
  const written = Array.from({ length: recordsOfFile }, (_, index) => {
    const record = pick(records);
    const { value } = withHostileValues(record, fraction);
    const texts = Object.keys(value).filter((key) => typeof value[key] === 'string');
    const hostile = texts.length === 0 ? {} : { [pick(texts)]: pick(hostileValues) };
    const path = format.records.find((one) => one.split('/').at(-1) === record.name) ?? record.name;
    return around(
      path.split('/').slice(1, -1),
      element(record.name, { ...value, ...hostile, '@soak': `${index}` }),
    );
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${format.root}>${written.join('\n')}</${format.root}>\n`;
}

function around(names: readonly string[], inner: string): string {
  return names.reduceRight((within, name) => `<${name}>${within}</${name}>`, inner);
}

function element(name: string, value: RecordValue): string {
  if (Array.isArray(value)) return value.map((one) => element(name, one)).join('');
  if (typeof value === 'string') return `<${name}>${escaped(value)}</${name}>`;
  const entries = Object.entries(value);
  const attributes = entries.flatMap(([key, one]) =>
    /^@[a-z_]\w*$/i.test(key) && typeof one === 'string' ? [` ${key.slice(1)}="${escaped(one)}"`] : [],
  );
  const children = entries.flatMap(([key, one]) => {
    if (key === '#text') return typeof one === 'string' ? [escaped(one)] : [];
    return /^[a-z_]\w*$/i.test(key) ? [element(key, one)] : [];
  });
  return `<${name}${attributes.join('')}>${children.join('')}</${name}>`;
}

/** What XML cannot hold is left out. */
function escaped(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;');
}
