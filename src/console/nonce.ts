declare global {
  /** Read by the library that locks scrolling behind dialogs: the nonce for its style elements. */
  var __webpack_nonce__: string | undefined;
}

/**
 * The nonce of the page’s content security policy. Style elements added by scripts must carry it. Empty in
 * development, where the page has no policy.
 */
export const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? '';

globalThis.__webpack_nonce__ = nonce;
