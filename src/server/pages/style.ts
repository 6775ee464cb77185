/** One sheet for all pages: light and dark by the reader's own setting, tables as lists on narrow screens. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #fbfbf9; --panel: #ffffff; --line: #dedcd4; --text: #1f2328; --quiet: #63676e; --link: #1256a8;
  --good: #1a6b3a; --good-ground: #e3f3e8; --doubt: #7a5200; --doubt-ground: #fdf0d0; --bad: #a01d1d; --bad-ground: #fbe3e1;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #15171a; --panel: #1d2024; --line: #33373d; --text: #e6e6e3; --quiet: #9ea3aa; --link: #84b6f5;
    --good: #8fd6a6; --good-ground: #17301f; --doubt: #f0c766; --doubt-ground: #352a0e; --bad: #f39b94; --bad-ground: #3a1a18;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
a { color: var(--link); }
small, .quiet { color: var(--quiet); }
small { font-size: 13px; overflow-wrap: anywhere; }
header { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: center; padding: 12px 24px; background: var(--panel); border-bottom: 1px solid var(--line); }
.name { font-weight: 650; font-size: 17px; color: inherit; text-decoration: none; }
header form { display: flex; gap: 8px; flex: 1 1 280px; max-width: 460px; }
input, button { font: inherit; color: inherit; padding: 6px 12px; border: 1px solid var(--line); border-radius: 6px; background: var(--ground); min-height: 38px; }
input { flex: 1; min-width: 0; }
button { cursor: pointer; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
main { max-width: 1240px; margin: 0 auto; padding: 24px; }
h1 { font-size: 24px; line-height: 1.25; margin: 0 0 8px; overflow-wrap: anywhere; }
h2 { font-size: 17px; margin: 32px 0 8px; }
.numbers { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; margin: 16px 0 24px; }
.numbers div { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: 12px 16px; }
.numbers div { display: flex; flex-direction: column-reverse; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
.numbers dd { font-size: 28px; line-height: 1.2; font-variant-numeric: tabular-nums; }
.attention { border-left: 4px solid var(--doubt); padding-left: 16px; }
.attention h2 { margin-top: 0; }
.calm { color: var(--good); }
.sentence { font-size: 18px; max-width: 46em; padding: 12px 16px; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; overflow-wrap: anywhere; }
.clock { display: flex; flex-wrap: wrap; gap: 4px 8px; padding: 0; margin: 16px 0; list-style: none; }
.clock li:not(:first-child)::before { content: '→ '; color: var(--quiet); }
.facts div { display: grid; grid-template-columns: 130px 1fr; gap: 12px; padding: 3px 0; }
table { width: 100%; border-collapse: collapse; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; }
th, td { text-align: left; vertical-align: top; padding: 8px 12px; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
tbody tr:last-child td { border-bottom: 0; }
td:first-child { overflow-wrap: normal; }
td div { min-width: 0; overflow-wrap: inherit; }
summary { cursor: pointer; font-size: 17px; font-weight: 650; margin: 32px 0 8px; }
th { color: var(--quiet); font-weight: 500; white-space: nowrap; }
.number { font-variant-numeric: tabular-nums; }
.state { display: inline-block; padding: 0 8px; border-radius: 10px; background: var(--line); white-space: nowrap; }
.good { background: var(--good-ground); color: var(--good); }
.doubt { background: var(--doubt-ground); color: var(--doubt); }
.bad { background: var(--bad-ground); color: var(--bad); }
@media (max-width: 760px) {
  td:first-child { overflow-wrap: anywhere; }
  header, main { padding-left: 16px; padding-right: 16px; }
  .numbers { grid-template-columns: repeat(2, 1fr); }
  .facts div { grid-template-columns: 1fr; gap: 0; padding: 6px 0; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { display: block; padding: 8px 0; border-bottom: 1px solid var(--line); }
  tbody tr:last-child { border-bottom: 0; }
  td { display: grid; grid-template-columns: 112px 1fr; gap: 12px; padding: 3px 12px; border: 0; }
  td::before { content: attr(data-label); color: var(--quiet); }
}
`;
