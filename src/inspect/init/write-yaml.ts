import { Document, isCollection, isMap, isPair, isScalar, type YAMLMap, type YAMLSeq } from 'yaml';
import { callLibrary } from '../../platform/library.js';
import type { FieldProposal } from './propose/draft/draft.js';

/** A mapping as a YAML file, with a comment above each doubtful field. */
export function writeMapping(
  mapping: Readonly<Record<string, unknown>>,
  proposals: readonly FieldProposal[],
): string {
  const document = callLibrary('yaml', () => new Document(mapping, { aliasDuplicateObjects: false }));
  document.commentBefore =
    ' Proposed by feedsync init from the records alone. Check every line marked "doubtful" before use.';
  const top = document.contents;
  if (isMap(top)) {
    const fields = top.get('fields');
    for (const proposal of proposals) {
      const place = pairOf(top, proposal.field) === undefined ? fields : top;
      if (isMap(place)) comment(place, proposal);
    }
    flow(top);
  }
  const missing = proposals.filter(({ light, from }) => light === 'red' && from === null);
  document.comment =
    missing.length === 0 ? null : ` Not found: ${missing.map(({ field }) => field).join(', ')}.`;
  const style = { lineWidth: 110, singleQuote: true, flowCollectionPadding: true };
  return callLibrary('yaml', () => document.toString(style));
}

function comment(place: YAMLMap, { field, light, confidence, doubt, asks }: FieldProposal): void {
  if (light === 'green') return;
  const pair = pairOf(place, field);
  if (!pair || !isScalar(pair.key)) return;
  const asked = asks === undefined ? 'look at the samples.' : `asked for under constants: ${asks}.`;
  pair.key.commentBefore = ` doubtful (${Math.round(confidence * 100)} %): ${doubt ?? asked}`;
}

function pairOf(place: YAMLMap, field: string): YAMLMap['items'][number] | undefined {
  return place.items.find(({ key }) => isScalar(key) && key.value === field);
}

/** Writes short collections on one line, as in the shipped mappings. */
function flow(node: unknown, depth = 0): void {
  if (!isCollection(node)) return;
  const isShort = JSON.stringify(node).length < 90;
  if (depth > 0 && isShort && !hasComment(node)) node.flow = true;
  for (const item of node.items) flow(isPair(item) ? item.value : item, depth + 1);
}

function hasComment(node: YAMLMap | YAMLSeq): boolean {
  return node.items.some((item) => isPair(item) && isScalar(item.key) && item.key.commentBefore != null);
}
