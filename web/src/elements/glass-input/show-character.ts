/** Scrolls `box`, no further than needed, so that the character number `place` of the text in it is in sight. */
export function showCharacter(box: HTMLElement, text: HTMLElement, place: number): void {
  const pieces = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  let start = 0;
  for (let piece = pieces.nextNode() as Text | null; piece; piece = pieces.nextNode() as Text) {
    const end = start + piece.length;
    if (place < end) {
      const range = document.createRange();
      range.setStart(piece, place - start);
      range.setEnd(piece, place - start + 1);
      const [character, seen] = [range.getBoundingClientRect(), box.getBoundingClientRect()];
      box.scrollTop +=
        Math.max(0, character.bottom - seen.bottom) + Math.min(0, character.top - seen.top);
      return;
    }
    start = end;
  }
}
