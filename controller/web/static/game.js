// What the screen must know of the game: at stud nobody has a button, and
// up cards lie before the seats; a board has only the common card, where the deck runs short; how many cards a hand has.

const STUD = ["stud", "stud8", "razz"];

export const isStud = (view) => STUD.includes(view.game);

const OMAHA = ["plo", "plo8", "flo8"];

// How many cards the hand of a seat has, as the table knows it, else as the game has it.
export function handCards(view, seat) {
  const known = view.seats.find((one) => one.seat === seat)?.cards;
  return known || (isStud(view) ? 7 : OMAHA.includes(view.game) ? 4 : 2);
}
