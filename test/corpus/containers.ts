import iconv from 'iconv-lite';
import type { Ad } from './ads.js';
import { textsOf, type Cell, type Column, type Container, type RenderedFile } from './layout.js';

interface CsvOptions {
  delimiter?: string;
  /** Between the texts of a list. */
  list?: string;
  encoding?: 'utf8' | 'utf8-bom' | 'win1250';
  /** Rows above the header. */
  above?: readonly string[];
  /** Whether every cell is quoted. */
  quoted?: boolean;
  hasHeader?: boolean;
  newline?: string;
}

export function csv(options: CsvOptions = {}): Container {
  const { delimiter = ',', list = '|', encoding = 'utf8', above = [], newline = '\r\n' } = options;
  const cell = (text: string): string =>
    options.quoted === true || text.includes(delimiter) || /["\n]/.test(text)
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  return (columns, ads) => {
    const rows = ads.map((ad) => columns.map((column) => textsOf(column.write(ad)).join(list)));
    const header = options.hasHeader === false ? [] : [columns.map(({ name }) => name)];
    const lines = [...header, ...rows].map((row) => row.map(cell).join(delimiter));
    return file('ponuda.csv', [...above, ...lines, ''].join(newline), encoding);
  };
}

function file(name: string, text: string, encoding: NonNullable<CsvOptions['encoding']>): RenderedFile {
  const bytes =
    encoding === 'win1250'
      ? iconv.encode(text.replaceAll('²', '2'), 'win1250')
      : Buffer.from(encoding === 'utf8-bom' ? `\uFEFF${text}` : text);
  return { name, bytes };
}

interface XmlOptions {
  root: string;
  /** Name of the records, or the path of each, such as `sales/ad`: neighbours below one parent share it. */
  record: string | ((ad: Ad) => string);
  encoding?: 'utf8' | 'win1250';
  cdata?: boolean;
  /** Inside the root, before the records. */
  above?: string;
}

export function xml({ root, record, encoding = 'utf8', cdata = false, above = '' }: XmlOptions): Container {
  return (columns, ads) => {
    const label = encoding === 'win1250' ? 'windows-1250' : 'UTF-8';
    const pathOf = typeof record === 'string' ? (): string => record : record;
    const parents = new Map<string, string[]>();
    for (const ad of ads) {
      const [name = '', parent = ''] = pathOf(ad).split('/').reverse();
      const records = parents.get(parent) ?? [];
      records.push(elementOf(name, nested(columns, ad), cdata));
      parents.set(parent, records);
    }
    const body = [...parents].map(([parent, records]) =>
      parent === '' ? records.join('\n') : `<${parent}>\n${records.join('\n')}\n</${parent}>`,
    );
    const text = `<?xml version="1.0" encoding="${label}"?>\n<${root}>\n${above}${body.join('\n')}\n</${root}>\n`;
    return file('oglasi.xml', text, encoding);
  };
}

/** An element with its attributes (keys with `@`), children and text (`#`). */
export function elementOf(name: string, value: Cell, cdata = false): string {
  if (Array.isArray(value)) return value.map((one: Cell) => elementOf(name, one, cdata)).join('');
  if (typeof value !== 'object' || value === null)
    return `<${name}>${value === null ? '' : textOf(String(value), cdata)}</${name}>`;
  const entries = Object.entries(value);
  const attributes = entries
    .filter(([key]) => key.startsWith('@'))
    .map(([key, text]) => ` ${key.slice(1)}="${escaped(textsOf(text).join(' '))}"`);
  const inner = entries
    .filter(([key]) => !key.startsWith('@'))
    .map(([key, child]) =>
      key === '#' ? textOf(textsOf(child).join(' '), cdata) : elementOf(key, child, cdata),
    );
  return `<${name}${attributes.join('')}>${inner.join('')}</${name}>`;
}

function textOf(text: string, cdata: boolean): string {
  return cdata && /[^\d.]/.test(text) ? `<![CDATA[${text}]]>` : escaped(text);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

interface JsonOptions {
  /** Keys around the list; empty: the list is the document. */
  under?: readonly string[];
  /** Other keys of the document, before the list. */
  beside?: Readonly<Record<string, Cell>>;
  /** `keyed`: an object keyed by the id; `lines`: a record a line. */
  form?: 'list' | 'keyed' | 'lines';
}

export function json({ under = [], form = 'list', beside = {} }: JsonOptions = {}): Container {
  return (columns, ads) => {
    const records = ads.map((ad) => nested(columns, ad));
    if (form === 'lines')
      return file('oglasi.jsonl', `${records.map((one) => JSON.stringify(one)).join('\n')}\n`, 'utf8');
    const keyed = Object.fromEntries(ads.map(({ token }, index) => [token, records[index]]));
    const body: unknown = form === 'keyed' ? keyed : records;
    const around = under.reduceRight<unknown>((inner, key) => ({ [key]: inner }), body);
    const whole =
      Object.keys(beside).length === 0 ? around : { ...beside, ...(around as Record<string, unknown>) };
    return file('oglasi.json', JSON.stringify(whole, null, 1), 'utf8');
  };
}

interface Branch {
  [name: string]: Cell | Branch;
}

/** The columns' values by their paths. Empty ones are left out. */
export function nested(columns: readonly Column[], ad: Ad): Cell {
  const record: Branch = {};
  for (const column of columns) {
    const value = column.write(ad);
    if (textsOf(value).length === 0) continue;
    const steps = column.name.split('/');
    const last = steps.pop() ?? '';
    let branch = record;
    for (const step of steps) {
      const below = branch[step];
      const next: Branch =
        typeof below === 'object' && below !== null
          ? (below as Branch)
          : below === undefined
            ? {}
            : { '#': below };
      branch[step] = next;
      branch = next;
    }
    const there = branch[last];
    // An attribute was written before the element's own text.
    if (typeof there === 'object' && there !== null && !Array.isArray(there)) (there as Branch)['#'] = value;
    else branch[last] = value;
  }
  return record;
}
