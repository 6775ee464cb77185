import { html, type Html, type Part } from '../../platform/html.js';
import type { AppView } from '../staff/staff-view.js';
import { pagesPath } from './layout.js';
import { plain } from './words.js';

/** A form that makes one call of the control API. The names of its fields are the keys of the JSON body: see `form-bridge.ts`. */
export interface Action {
  /** Method and path below `/_sandbox`, such as `POST /connections/{id}/certify`. */
  call: string;
  /** Text of the button. */
  label: string;
  /** Path of the page to show afterwards. */
  back: string;
  fields?: Part;
  tone?: 'primary' | 'danger';
}

/** An action whose button is shown at once. */
export function actionForm({ call, label, back, fields = null, tone }: Action): Html {
  return html`<form method="post" action="${pagesPath}/do" class="action">
    <input type="hidden" name="_call" value="${call}" />
    <input type="hidden" name="_back" value="${back}" />
    ${fields}
    <button ${tone === undefined ? null : html`class="${tone}"`}>${label}</button>
  </form>`;
}

/** An action that the user has to unfold first, because it needs input or cannot be undone. */
export function foldedAction(summary: string, hint: string, action: Action): Html {
  return html`<details class="folded">
    <summary>${summary}</summary>
    <p class="quiet">${hint}</p>
    ${actionForm(action)}
  </details>`;
}

/** A field with a fixed value, which the user does not see. */
export function hidden(name: string, value: string | number): Html {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}

/** A one-line text. @param options.hint placeholder */
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

/** A number. @param value '' for an empty field */
export function numberField(label: string, name: string, value: number | '', min = 0): Html {
  return html`<label
    >${label}
    <input name="${name}:number" type="number" min="${min}" value="${value}" />
  </label>`;
}

/** A required text of several lines. @param hint placeholder */
export function textArea(label: string, name: string, hint = ''): Html {
  return html`<label class="wide"
    >${label}
    <textarea name="${name}" rows="3" required placeholder="${hint}"></textarea>
  </label>`;
}

/** A value of a choice, which is shown as words, or a value with the text that is shown for it. An empty value is not sent. */
export type Choice = string | readonly [value: string, shown: string];

/** A choice of one value. @param chosen the value selected at first [the first one] */
export function choiceField(label: string, name: string, choices: readonly Choice[], chosen = ''): Html {
  return html`<label
    >${label}
    <select name="${name}">
      ${choices
        .map((choice) => (typeof choice === 'string' ? ([choice, plain(choice)] as const) : choice))
        .map(
          ([value, shown]) =>
            html`<option value="${value}" ${value === chosen ? html`selected` : null}>${shown}</option>`,
        )}
    </select>
  </label>`;
}

/** The apps by name, their ids as values. */
export function appChoices(apps: readonly AppView[]): Choice[] {
  return apps.map(({ id, name }) => [id, name]);
}

/** A choice of one app; null if there is only one. @param others choices before the apps */
export function appField(apps: readonly AppView[], name: string, ...others: readonly Choice[]): Html | null {
  return apps.length < 2 ? null : choiceField('App', name, [...others, ...appChoices(apps)]);
}
