// What the screen must know of the game: at stud nobody has a button, and
// up cards lie before the seats; a board has only the common card, where the deck runs short.

const STUD = ["stud", "stud8", "razz"];

export const isStud = (view) => STUD.includes(view.game);
