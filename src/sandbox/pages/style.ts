/** The style sheet of all pages. Light or dark follows the browser's setting. Tables become lists on narrow screens. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #f7f7f4; --panel: #ffffff; --line: #dcdad2; --edge: #8b8a84; --text: #1f2328; --quiet: #5b6068; --link: #0b57a4;
  --good: #16653a; --good-ground: #e1f3e7; --doubt: #714b00; --doubt-ground: #fdf0d0; --bad: #9b1c1c; --bad-ground: #fbe5e3;
  --button: #0b57a4; --button-text: #ffffff; --photo: #e6e4dc;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14161a; --panel: #1c1f24; --line: #343941; --edge: #7d838c; --text: #e7e7e4; --quiet: #a3a8b0; --link: #8bbcf8;
    --good: #93d9aa; --good-ground: #16301f; --doubt: #f0c766; --doubt-ground: #342a10; --bad: #f5a59f; --bad-ground: #3b1b19;
    --button: #8bbcf8; --button-text: #10151c; --photo: #2a2e35;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
a { color: var(--link); }
code, pre { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere; }
small { font-size: 13px; overflow-wrap: anywhere; }
small, .quiet { color: var(--quiet); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
main:focus { outline: none; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 8px; top: 8px; background: var(--panel); padding: 8px; }
header { background: var(--panel); border-bottom: 1px solid var(--line); padding: 0 24px; display: flex; flex-wrap: wrap; gap: 0 32px; align-items: center; }
.name { font-weight: 650; font-size: 17px; color: inherit; text-decoration: none; padding: 12px 0; }
header nav { display: flex; flex-wrap: wrap; gap: 0 20px; }
header nav a { color: var(--quiet); text-decoration: none; padding: 12px 0; border-bottom: 2px solid transparent; }
header nav a:hover { color: var(--text); }
header nav a[aria-current] { color: var(--text); border-color: var(--link); }
main { max-width: 1240px; margin: 0 auto; padding: 24px; }
h1 { font-size: 26px; line-height: 1.25; margin: 0 0 8px; overflow-wrap: anywhere; }
h2 { font-size: 18px; margin: 32px 0 12px; }
h3 { font-size: 15px; margin: 16px 0 8px; overflow-wrap: anywhere; }
p { margin: 0 0 8px; overflow-wrap: anywhere; }
ul, ol { margin: 0 0 8px; padding-left: 20px; }
.lead { font-size: 17px; margin-bottom: 16px; }
.lead code { font-size: inherit; }
.panel, .notice { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: 16px; margin: 0 0 16px; }
.panel > h3:first-child, .notice > h2:first-child { margin-top: 0; }
.notice h2 { font-size: 16px; }
.attention { background: var(--doubt-ground); border: 1px solid var(--doubt); border-radius: 8px; padding: 16px; margin: 0 0 16px; }
.attention h2 { margin-top: 0; color: var(--doubt); }
.bad-notice { border-color: var(--bad); }
.doubt-notice { border-color: var(--doubt); }
.checks { list-style: none; padding: 0; }
.checks li { padding-left: 24px; position: relative; }
.checks li::before { position: absolute; left: 0; font-weight: 650; }
.fine::before { content: "✓"; color: var(--good); }
.unsure::before { content: "?"; color: var(--doubt); }
dl { margin: 0 0 8px; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; min-width: 0; }
.facts div { display: grid; grid-template-columns: 150px 1fr; gap: 12px; padding: 2px 0; }
.panel > .facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(380px, 1fr)); column-gap: 32px; }
table { width: 100%; border-collapse: collapse; background: var(--panel); border: 1px solid var(--line); margin: 0 0 16px; }
th, td { text-align: left; vertical-align: top; padding: 8px 12px; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th { color: var(--quiet); font-weight: 500; white-space: nowrap; }
tbody tr:last-child td { border-bottom: 0; }
td div { min-width: 0; }
time { white-space: nowrap; font-variant-numeric: tabular-nums; }
.state { display: inline-block; padding: 0 8px; border-radius: 10px; background: var(--line); white-space: nowrap; font-size: 14px; font-weight: 500; }
h1 .state { vertical-align: 4px; }
.good { background: var(--good-ground); color: var(--good); }
.doubt { background: var(--doubt-ground); color: var(--doubt); }
.bad { background: var(--bad-ground); color: var(--bad); }
input, select, textarea, button { font: inherit; color: inherit; padding: 6px 12px; border: 1px solid var(--edge); border-radius: 6px; background: var(--panel); min-height: 38px; max-width: 100%; }
textarea { font: 13px/1.5 ui-monospace, Menlo, monospace; width: 100%; }
label { display: flex; flex-direction: column; gap: 2px; color: var(--quiet); min-width: 0; flex: 0 1 auto; }
label > * { color: var(--text); }
label.wide { flex: 1 1 100%; }
label.check { flex-direction: row; align-items: center; gap: 8px; min-height: 38px; }
label.check input { min-height: 0; width: 18px; height: 18px; }
button { cursor: pointer; }
button:hover { border-color: var(--text); }
button.primary { background: var(--button); border-color: var(--button); color: var(--button-text); font-weight: 600; }
button.danger { color: var(--bad); border-color: var(--bad); }
.action { display: flex; flex-wrap: wrap; gap: 12px; align-items: flex-end; }
form.action { margin: 0 0 12px; }
td form.action { margin: 0; }
.folds, .row { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: flex-start; margin: 12px 0; }
.row { align-items: center; }
.row form.action, .folds > form.action { margin: 0; }
details.folded { border: 1px solid var(--edge); border-radius: 6px; background: var(--panel); max-width: 100%; }
details.folded summary { padding: 6px 12px; min-height: 36px; cursor: pointer; }
details.folded[open] { flex: 1 1 100%; padding-bottom: 4px; }
details.folded[open] > :not(summary) { margin-left: 12px; margin-right: 12px; }
summary { cursor: pointer; overflow-wrap: anywhere; }
meter { width: 240px; max-width: 100%; height: 14px; vertical-align: -1px; }
.choices { display: flex; flex-wrap: wrap; gap: 8px; margin: 0 0 16px; align-items: center; }
.choices a { padding: 3px 12px; border: 1px solid var(--line); border-radius: 16px; background: var(--panel); text-decoration: none; color: inherit; }
.choices a[aria-current] { border-color: var(--link); box-shadow: inset 0 0 0 1px var(--link); }
.count { color: var(--quiet); font-weight: 400; font-variant-numeric: tabular-nums; }
.cards { list-style: none; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(270px, 1fr)); gap: 16px; }
.card { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
.card-text { padding: 12px 16px; }
.card h3 { font-size: 16px; margin: 4px 0; }
.card p { margin: 0 0 4px; }
.badges { display: flex; flex-wrap: wrap; gap: 6px; }
.price { font-size: 20px; font-weight: 650; font-variant-numeric: tabular-nums; }
.wrong { color: var(--bad); }
.photo { position: relative; background: var(--photo); aspect-ratio: 5 / 2; display: flex; align-items: center; justify-content: center; color: var(--quiet); }
.photo svg { height: 55%; fill: none; stroke: var(--edge); stroke-width: 1.5; stroke-linejoin: round; }
.photo span { position: absolute; right: 8px; bottom: 8px; background: var(--panel); color: var(--text); border-radius: 4px; padding: 0 8px; font-size: 13px; }
.columns { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 24px; }
.visitor { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; overflow: hidden; padding-bottom: 16px; }
.visitor > * { margin-left: 16px; margin-right: 16px; }
.visitor > .photo { margin: 0 0 16px; }
.key-facts { font-weight: 600; }
.prose { white-space: pre-line; max-width: 46em; }
.chips { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 8px; }
.chips li { border: 1px solid var(--line); border-radius: 6px; padding: 2px 10px; background: var(--panel); max-width: 100%; overflow-wrap: anywhere; }
.chips .met { background: var(--good-ground); border-color: var(--good); color: var(--good); }
.chips .met small { color: inherit; }
.chips .unmet { border-style: dashed; border-color: var(--edge); }
pre { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: 12px; margin: 0 0 12px; white-space: pre-wrap; max-height: 480px; overflow: auto; }
.log { list-style: none; padding: 0; border: 1px solid var(--line); border-radius: 8px; background: var(--panel); }
.log:empty { display: none; }
.log > li { border-bottom: 1px solid var(--line); }
.log > li:last-child { border-bottom: 0; }
.log > li > details > summary { padding: 8px 12px; }
.unfolded { padding: 0 16px 8px; }
.line { display: inline-flex; flex-wrap: wrap; gap: 2px 12px; align-items: baseline; max-width: calc(100% - 24px); vertical-align: top; }
.request { overflow-wrap: anywhere; min-width: 0; }
@media (max-width: 760px) {
  header, main { padding-left: 16px; padding-right: 16px; }
  header nav { gap: 0 13px; font-size: 14px; }
  header nav a { padding: 4px 0 8px; }
  .columns { grid-template-columns: minmax(0, 1fr); }
  .facts div { grid-template-columns: 1fr; gap: 0; padding: 4px 0; }
  .panel > .facts { grid-template-columns: 1fr; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr { display: block; }
  tr { padding: 8px 0; border-bottom: 1px solid var(--line); }
  tbody tr:last-child { border-bottom: 0; }
  td { display: grid; grid-template-columns: 104px minmax(0, 1fr); gap: 12px; padding: 3px 12px; border: 0; }
  td::before { content: attr(data-label); color: var(--quiet); }
  .action label { flex: 1 1 100%; }
}
`;
