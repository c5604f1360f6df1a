/** Which heads are changed, and how the changes are taken back. */
import { button } from '../figures.ts';
import { expect, test } from '../kept.ts';
import { mount } from '../mount.ts';

for (const [lang, one, two, undo, undoAll] of [
  ['en', 'One head is off.', '2 heads are changed.', 'Undo', 'Undo all'],
  ['zh-CN', '有 1 个注意力头关着。', '有 2 个注意力头被改动过。', '撤销', '全部恢复'],
] as const) {
  test(`the last change is taken back, or all of them, and each time it is told: ${lang}`, async ({
    page,
  }) => {
    const heads = await mount(
      page,
      { tags: ['glass-heads', 'glass-changes'], src: 'stories', text: 'Once', lang },
      '.head',
    );
    const model = page.locator('glass-model');
    const line = page.locator('glass-changes [part=changes]');
    await expect(line).toHaveText('');
    const all = [
      { layer: 1, head: 2, factor: 0 },
      { layer: 0, head: 4, factor: 0.5 },
    ];
    await model.evaluate((element) => {
      const told: object[] = [];
      Object.assign(globalThis, { told });
      element.addEventListener('glass-ablate', ({ detail }: CustomEventInit<object>) =>
        told.push(detail!),
      );
    });
    const change = () =>
      model.evaluate((element, ablations) => {
        const { figure } = element as unknown as { figure: { ablate(all: object[]): void } };
        figure.ablate(ablations);
      }, all);
    // What the model reads its text with.
    const ablations = () =>
      model.evaluate(
        (element) => (element as unknown as { figure: { ablations: object[] } }).figure.ablations,
      );
    await change();
    await expect(line.locator('span')).toHaveText(two);
    await expect(heads.locator('.head.off, .head.scaled')).toHaveCount(2);
    await button(line, undo).click();
    await expect(line.locator('span')).toHaveText(one);
    await expect(heads.locator('.head.off, .head.scaled')).toHaveCount(1);
    await expect.poll(ablations).toEqual(all.slice(0, 1));
    await change();
    await button(line, undoAll).click();
    await expect(line).toHaveText('');
    await expect(heads.locator('.head.off, .head.scaled')).toHaveCount(0);
    await expect.poll(ablations).toEqual([]);
    expect(await page.evaluate(() => (globalThis as unknown as { told: object[] }).told)).toEqual([
      { ablations: all.slice(0, 1) },
      { ablations: [] },
    ]);
  });
}
