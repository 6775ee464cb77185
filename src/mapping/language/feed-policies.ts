import { ownEntry } from '../../model/own-value.js';
import type { YamlPath } from './mapping-errors.js';
import type { MappingFile, RuleInput } from './mapping-schema.js';
import type { RuleKind } from './payload-fields.js';

/** What a feed's configuration says of words that nothing knows, by payload path, by its last part or by list of the portal (`heating`). */
export type UnmappedPolicies = Readonly<Record<string, RuleInput['unmapped']>>;

/** The rule under the feed's policy, which wins over the mapping's. */
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

/** Names under `unmapped:` that no field of the mapping bears are mistakes. */
export function checkPolicies(
  policies: UnmappedPolicies,
  mapping: MappingFile,
  fail: (at: YamlPath, message: string) => void,
): void {
  const paths = ['transaction', ...Object.keys(mapping.fields), ...namesWithin(mapping.fields)];
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

/** Payload paths of what a mapping names within a field. */
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
