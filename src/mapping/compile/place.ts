import { statedPlace } from '../../core/content/place-parts.js';
import { fold } from '../../model/fold.js';
import type { Place, PlaceAnswer } from '../../model/reference.js';
import type { Compiler } from './compiler.js';
import type { YamlPath } from '../language/mapping-errors.js';
import type { PlaceInput } from '../language/mapping-schema.js';
import { compileAlternatives, compileRules } from './rules.js';
import { placePath } from '../language/payload-fields.js';
import type { Evaluate, Report, Scope } from '../language/scope.js';
import { askConstant } from './ask-constant.js';
import { placeFinder, type FindPlace } from './find-place.js';

/** Finds the place of a record in the portal's directory, or reports why not. Uses the coordinates that are already mapped. */
export type PlaceReader = (scope: Scope, report: Report) => Place | null;

/** What fills the place of a record that names none. */
interface PlaceAnswers {
  /** Name or code of a place; a rule that reports that the answer is still looked for; null: none. */
  constant: string | Evaluate | null;
  /** Whether the agency is asked. */
  isAsked: boolean;
}

/** @param input null: the mapping has no rules for the place. Null is returned where nothing else fills it either */
export function compilePlace(
  input: PlaceInput | null,
  compiler: Compiler,
  { constant, isAsked }: PlaceAnswers,
): PlaceReader | null {
  if (input === null && constant === null && !isAsked) return null;
  const read = input === null ? null : compileNames(input, compiler);
  return (scope, report) => {
    const near = { lat: coordinate(scope, 'location.lat'), lng: coordinate(scope, 'location.lng') };
    const names = read?.names(scope, report) ?? { written: [], within: null };
    const { written, within } = names;
    const name = [...new Set([...written, ...(within === null ? [] : [within])])].join(', ');
    if (name === '' && typeof constant === 'string')
      return judge(statedPlace([constant], near, scope.reference), constant, scope, report);
    if (name === '' && typeof constant === 'function') constant(scope, report);
    else if (name === '' && isAsked) askConstant(placePath, scope, report);
    else
      return judge(
        read?.find({ written, within, name, near }, scope.reference) ?? { kind: 'unknown' },
        name,
        scope,
        report,
      );
    return null;
  };
}

/** The names that the mapping's rules give, and how they are looked up. */
function compileNames(
  input: PlaceInput,
  compiler: Compiler,
): {
  names(scope: Scope, report: Report): { written: string[]; within: string | null };
  find: FindPlace;
} {
  const at: YamlPath = ['fields', placePath];
  const target = { name: placePath, kind: { kind: 'text' } } as const;
  const cities = compileAlternatives(input.city, target, compiler, [...at, 'city']);
  const municipality =
    input.municipality === undefined
      ? null
      : compileRules(input.municipality, target, compiler, [...at, 'municipality']);
  const table = compiler.table(input.table, [...at, 'table']);
  if (table && !table.places)
    compiler.fail([...at, 'table'], `The table "${input.table ?? ''}" must say places: true.`);
  return {
    names: (scope, report) => {
      const written = cities.map((rule) => rule(scope, report)).filter((name) => typeof name === 'string');
      const value = municipality?.(scope, report) ?? null;
      return { written, within: typeof value === 'string' ? value : null };
    },
    find: placeFinder(table, compiler.cleansIds),
  };
}

function coordinate({ mapped }: Scope, path: string): number | null {
  const value = mapped.get(path);
  return typeof value === 'number' ? value : null;
}

/** The place that was found. Records the use of the directory, and reports an ambiguous or unknown name. */
function judge(answer: PlaceAnswer, name: string, scope: Scope, report: Report): Place | null {
  const place = answer.kind === 'found' ? answer.place : null;
  if (name !== '') scope.use({ kind: 'place', name, word: fold(name), resolved: place?.id ?? null });
  scope.trace?.push({
    path: 'location.place_id',
    source: 'place directory',
    raw: name === '' ? null : name,
    rule: answer.kind,
    result: place?.id ?? null,
  });
  if (answer.kind === 'ambiguous') {
    const message = `"${name}" does not say which place is meant: ${answer.candidates.slice(0, 5).map(describe).join(', ')}.`;
    report({ code: 'place_ambiguous', message, value: name });
  }
  if (answer.kind === 'unknown') {
    const message =
      name === ''
        ? 'The feed names no place.'
        : `"${name}" is no city that the portal's place directory has.`;
    report({ code: 'place_unknown', message, ...(name !== '' && { value: name }) });
  }
  return place;
}

function describe({ nameSr, cityNameSr, type }: Place): string {
  return type === 'municipality' && cityNameSr !== null
    ? `${nameSr} (municipality of ${cityNameSr})`
    : nameSr;
}
