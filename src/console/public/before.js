// Before anything is painted: the colours that this browser's user chose, so that nothing flashes.
const chosen = localStorage.getItem('feedsync.colours');
const isDark =
  chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
