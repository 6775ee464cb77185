import { html, type Html, type Part } from './html.js';

/** A table whose cells carry their heading, so that narrow screens can show it as a list. @param none text for an empty table */
export function dataTable(
  headings: readonly string[],
  rows: readonly (readonly Part[])[],
  none: string,
): Html {
  if (rows.length === 0) return html`<p class="quiet">${none}</p>`;
  return html`<table>
    <thead>
      <tr>
        ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (cells) =>
          html`<tr>
            ${cells.map((cell, index) => dataCell(headings[index] ?? '', cell))}
          </tr> `,
      )}
    </tbody>
  </table>`;
}

function dataCell(heading: string, cell: Part): Html {
  const kind = typeof cell === 'number' ? html` class="number"` : null;
  return html`<td data-label="${heading}" ${kind}><div>${cell ?? '–'}</div></td>`;
}
