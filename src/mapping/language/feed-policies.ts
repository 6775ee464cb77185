import { ownEntry } from '../../model/own-value.js';
import type { YamlPath } from './mapping-errors.js';
import type { MappingFile, RuleInput } from './mapping-schema.js';
import type { RuleKind } from './payload-fields.js';

/** The `unmapped:` of a feed's configuration: by payload path, by the last part of a path, or by enumeration of the portal (`heating`). */
export type UnmappedPolicies = Readonly<Record<string, RuleInput['unmapped']>>;

/** The rule with the feed's policy for unmapped words, if the feed has one for this field. */
export function underPolicy(
  rule: RuleInput,
  { name, kind }: { name: string; kind: RuleKind },
  policies: UnmappedPolicies,
): RuleInput {
  const short = name.slice(name.lastIndexOf('.') + 1);
  const policy =
    ownEntry(policies, name) ??
    ('vocabulary' in kind ? ownEntry(policies, kind.vocabulary) : undefined) ??
    ownEntry(policies, short);
  return policy === undefined ? rule : { ...rule, unmapped: policy };
}

/** Reports each name under the feed's `unmapped:` that is no field and no enumeration of the mapping. */
export function checkPolicies(
  policies: UnmappedPolicies,
  mapping: MappingFile,
  fail: (at: YamlPath, message: string) => void,
): void {
  const top = mapping.state === undefined ? ['transaction'] : ['transaction', 'state'];
  const paths = [...top, ...Object.keys(mapping.fields), ...namesWithin(mapping.fields)];
  const vocabularies = Object.values(mapping.tables).flatMap(({ vocabulary }) => vocabulary ?? []);
  const names = new Set([...paths, ...vocabularies]);
  for (const name of Object.keys(policies)) {
    if (names.has(name) || [...names].some((path) => path.endsWith(`.${name}`))) continue;
    fail(
      ['overrides', 'unmapped', name],
      `unmapped: this mapping reads no "${name}"; write a field that it has, such as ${[...new Set(vocabularies)].slice(0, 3).join(', ') || paths.slice(0, 3).join(', ')}.`,
    );
  }
}

/** Payload paths of the entries of photos, attributes, utilities and house rules. */
function namesWithin({
  photos,
  attributes = {},
  'rent.utilities_included': utilities = {},
  house_rules: rules = {},
}: MappingFile['fields']): string[] {
  return [
    ...(photos?.room_type === undefined ? [] : ['photos.room_type']),
    ...Object.keys(attributes).map((name) => `attributes.${name}`),
    ...Object.keys(utilities).map((name) => `rent.utilities_included.${name}`),
    ...Object.keys(rules).map((name) => `house_rules.${name}`),
  ];
}
