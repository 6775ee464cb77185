import { conceptsOf } from '../words/concepts.js';
import type { FormatGuess } from './format-guess.js';

/** Detects the list of objects whose keys match the most listing concepts. */
export function guessJson(text: string): FormatGuess | null {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return null;
  }
  const lists = listsOf(document, '', 0).sort((a, b) => b.worth - a.worth);
  const [best] = lists;
  if (best === undefined) return null;
  const top = Array.isArray(document) ? [] : Object.keys(document as object);
  const root = best.path === '' ? [] : top.filter((key) => key === best.path.split('/')[0]);
  return {
    format: {
      container: 'json',
      ...(root.length > 0 && { root }),
      records: best.path === '' ? '.' : best.path,
    } as FormatGuess['format'],
    about: `JSON, ${best.count} objects under ${best.path === '' ? 'the top list' : best.path}`,
    doubts: [],
  };
}

interface FoundList {
  path: string;
  count: number;
  worth: number;
}

function listsOf(value: unknown, path: string, depth: number): FoundList[] {
  if (depth > 4 || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    const objects = value.filter((one) => typeof one === 'object' && one !== null && !Array.isArray(one));
    if (objects.length === 0) return [];
    return [{ path, count: objects.length, worth: conceptsIn(objects.slice(0, 20)).size }];
  }
  return Object.entries(value).flatMap(([key, child]) =>
    listsOf(child, path === '' ? key : `${path}/${key}`, depth + 1),
  );
}

function conceptsIn(objects: readonly unknown[], found = new Set<string>(), depth = 0): Set<string> {
  for (const object of objects) {
    if (typeof object !== 'object' || object === null || depth > 4) continue;
    for (const [key, child] of Object.entries(object)) {
      for (const [concept, score] of conceptsOf(key)) if (score >= 0.8) found.add(concept);
      conceptsIn([child].flat(), found, depth + 1);
    }
  }
  return found;
}
