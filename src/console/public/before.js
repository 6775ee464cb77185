// Runs before the page is painted: sets the colour scheme that the user chose, so that the other one does not flash.
const chosen = localStorage.getItem('feedsync.colours');
const isDark =
  chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
