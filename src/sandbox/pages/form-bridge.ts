import { staffPath } from '../staff/staff-api.js';
import { pagesPath } from './layout.js';

/**
 * Translates a submitted form into a call of the control API, so that the pages can do nothing that a script cannot.
 *
 * The field `_call` has the method and the path below `/_sandbox`; `_back` has the page to show afterwards. Every other field becomes
 * a key of the JSON body. Dots in its name nest objects. A suffix gives its type: `:number`, `:boolean`, `:list` (separated by
 * commas) or `:numbers` [text]. An empty field is not sent, with two exceptions: an empty `:list` is sent as an empty list, and an
 * empty `:nullable` as null.
 * @returns null if `_call` is missing or malformed
 */
export function bridgedCall(form: URLSearchParams, origin: string): Request | null {
  const call = /^(POST|PUT|PATCH|DELETE) (\/[^\s?#]*)$/.exec(form.get('_call') ?? '');
  if (call?.[1] === undefined || call[2] === undefined) return null;
  const body: Tree = {};
  for (const [name, text] of form) if (!name.startsWith('_')) put(body, name, text.trim());
  const init =
    Object.keys(body).length === 0
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  return new Request(`${origin}${staffPath}${call[2]}`, { method: call[1], ...init });
}

type Tree = Record<string, unknown>;

function put(body: Tree, field: string, text: string): void {
  const [path = '', ...types] = field.split(':');
  const value = text === '' ? emptyOf(types) : valueOf(text, types.at(-1));
  if (value === undefined) return;
  const names = path.split('.');
  const last = names.pop() ?? '';
  let part = body;
  for (const name of names) part = part[name] = { ...(part[name] as Tree | undefined) };
  part[last] = value;
}

function emptyOf(types: readonly string[]): null | [] | undefined {
  if (types.includes('nullable')) return null;
  return types.includes('list') ? [] : undefined;
}

function valueOf(text: string, type: string | undefined): unknown {
  const parts = (): string[] => text.split(',').map((part) => part.trim());
  switch (type) {
    case 'number':
      return Number(text);
    case 'boolean':
      return text === 'true';
    case 'list':
      return parts();
    case 'numbers':
      return parts().map(Number);
    default:
      return text;
  }
}

/** The path if it is one of our pages, otherwise the overview: a form cannot redirect to another site. */
export function ownPage(path: string | null): string {
  return path?.startsWith(`${pagesPath}/`) === true ? path : `${pagesPath}/overview`;
}
