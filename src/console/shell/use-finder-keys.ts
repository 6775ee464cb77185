import { useEffect } from 'react';

/** Opens the search from anywhere: Ctrl+K or ⌘K in any place, `/` where no text is being typed. */
export function useFinderKeys(open: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isCommand = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      if (!isCommand && (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping(event.target)))
        return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [open]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}
