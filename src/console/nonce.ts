declare global {
  /** Where the library that stops a page from scrolling behind a dialog looks for it. */
  var __webpack_nonce__: string | undefined;
}

/** Of this page: style elements that are made later must carry it. Empty where the page has none (in development). */
export const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? '';

globalThis.__webpack_nonce__ = nonce;
