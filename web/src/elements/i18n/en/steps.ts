/** Buttons that step from one cell of a figure to the next. */
export const steps = {
  name: 'From here to the next cell',
  left: 'One to the left',
  up: 'One up',
  down: 'One down',
  right: 'One to the right',
};
