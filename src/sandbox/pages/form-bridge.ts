import { staffPath } from '../staff/staff-api.js';
import { pagesPath } from './layout.js';

/**
 * A form of the page as the call of the control API that it stands for: the page can do nothing that a script cannot.
 * `_call` names method and path below `/_sandbox`, `_back` a page. Every other field goes into the JSON body under its name:
 * dots nest, and an ending tells the type: `:number`, `:boolean`, `:list` (by commas), `:numbers`. Empty fields are not sent;
 * an empty list is one, and with `:nullable` among the types they are null. Null for a form that is none of ours.
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

/** Nowhere but to the pages: an address from elsewhere is not followed. */
export function ownPage(path: string | null): string {
  return path?.startsWith(`${pagesPath}/`) === true ? path : `${pagesPath}/overview`;
}
