import { html, type Html, type Part } from '../../platform/html.js';
import { pagesPath } from './layout.js';

/** One call of the control API as a form; the names of its fields are the keys that it sends, see `form-bridge.ts`. */
export interface Action {
  /** `POST /connections/{id}/certify` */
  call: string;
  label: string;
  /** The page to show afterwards. */
  back: string;
  fields?: Part;
  tone?: 'primary' | 'danger';
}

export function actionForm({ call, label, back, fields = null, tone }: Action): Html {
  return html`<form method="post" action="${pagesPath}/do" class="action">
    <input type="hidden" name="_call" value="${call}" />
    <input type="hidden" name="_back" value="${back}" />
    ${fields}
    <button ${tone === undefined ? null : html`class="${tone}"`}>${label}</button>
  </form>`;
}

/** An action that is opened first: it asks for something, or cannot be undone. */
export function foldedAction(summary: string, hint: string, action: Action): Html {
  return html`<details class="folded">
    <summary>${summary}</summary>
    <p class="quiet">${hint}</p>
    ${actionForm(action)}
  </details>`;
}

/** A value that is sent as it is. */
export function hidden(name: string, value: string | number): Html {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}

export function textField(
  label: string,
  name: string,
  options: { value?: string | number | undefined; required?: boolean; hint?: string } = {},
): Html {
  const { value = '', required = false, hint = '' } = options;
  return html`<label
    >${label}
    <input
      name="${name}"
      value="${value}"
      placeholder="${hint}"
      autocomplete="off"
      ${required ? html`required` : null}
    />
  </label>`;
}

export function numberField(label: string, name: string, value: number | '', min = 0): Html {
  return html`<label
    >${label}
    <input name="${name}:number" type="number" min="${min}" value="${value}" />
  </label>`;
}

export function textArea(label: string, name: string, hint = ''): Html {
  return html`<label class="wide"
    >${label}
    <textarea name="${name}" rows="3" required placeholder="${hint}"></textarea>
  </label>`;
}

/** @param choices value and what is shown; an empty value is not sent */
export function choiceField(
  label: string,
  name: string,
  choices: readonly (readonly [value: string, shown: string])[],
  chosen = '',
): Html {
  return html`<label
    >${label}
    <select name="${name}">
      ${choices.map(
        ([value, shown]) =>
          html`<option value="${value}" ${value === chosen ? html`selected` : null}>${shown}</option>`,
      )}
    </select>
  </label>`;
}
