import fc from 'fast-check';
import { stringify } from 'yaml';

/** What someone who wants to hurt others might write in the place of any value. */
const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    '(a+)+$',
    '(.*){1,32000}',
    '((((((((((a*)*)*)*)*)*)*)*)*)*)',
    'yM'.repeat(29),
    "'".repeat(59),
    '*a*a*a*b',
    '/etc/passwd',
    '__proto__',
    'constructor/constructor',
    `a${'[b=c]'.repeat(400)}`,
    '../'.repeat(500),
    '{'.repeat(200),
    `'${'[['.repeat(50)}'`,
    `field('a')${" + field('a')".repeat(200)} == ''`,
    `[1, 2].map(x, [1, 2].map(y, [1, 2])) == []`,
    `value.matches('(a+)+$')`,
    `matches(field('a'), '${'(a+)+'.repeat(20)}')`,
    '#1..#1000',
    '#1..#9999999',
    'photo<n><n>',
    { const: { a: 1 } },
    { from: ['a', 'b'], keys: ['a', 'b'], const: 1 },
    { __proto__: null, constructor: 'x' },
    { split: ['', ' '], from: 'a' },
    { from: 'a', remove: Array.from({ length: 600 }, (_, i) => `x{${i}}`) },
    Array.from({ length: 300 }, (_, i) => `v${i}`),
    -0,
    1e308,
    Infinity,
    null,
    '',
    '\u0000\ud800',
    '💥'.repeat(500),
  ),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.json({ maxDepth: 3 }).map((text) => JSON.parse(text) as unknown),
);

/** Every place of a value: one of them is overwritten. */
function placesOf(value: unknown, path: PropertyKey[] = []): PropertyKey[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries: [PropertyKey, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return [
    ...(path.length > 0 ? [path] : []),
    ...entries.flatMap(([key, one]) => placesOf(one, [...path, key])),
  ];
}

function withAt(value: unknown, path: readonly PropertyKey[], put: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return put;
  // Another change may have taken the place away.
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.map((one: unknown, index): unknown => (index === step ? withAt(one, rest, put) : one));
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, key === step ? withAt(one, rest, put) : one]),
  );
}

/** A mapping of which up to three values are overwritten. */
export function rewritten(tree: unknown): fc.Arbitrary<string> {
  const change = fc.tuple(fc.constantFrom(...placesOf(tree)), hostile);
  return fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((list) => stringify(list.reduce<unknown>((of, [path, put]) => withAt(of, path, put), tree)));
}
