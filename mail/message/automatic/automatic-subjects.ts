import { decodeWords } from 'postal-mime';

/** Beginnings of subjects that only responders write. */
const ANSWERS = [
  'auto-reply',
  'auto reply',
  'autoreply',
  'auto-response',
  'auto response',
  'autoresponse',
  'autoresponder',
  'automatic reply',
  'automatic response',
  'automatic answer',
  'automated reply',
  'automated response',
  'vacation reply',
  'out of office autoreply',
  'abwesenheitsnotiz',
  'abwesenheitsnachricht',
  'automatische antwort',
  'automatisch antwoord',
  'réponse automatique',
  'respuesta automática',
  'risposta automatica',
  'resposta automática',
];
/** Phrases with which people also begin a subject. A responder writes them alone or before a colon. */
const ABSENCES = [
  'auto',
  'out of office',
  'out of the office',
  'away from the office',
  'away from my',
  'on vacation',
  'abwesenheit',
  'afwezig',
  'absence du bureau',
  'fuera de la oficina',
  'fuori sede',
];
/** Beginnings of the subjects of notices and receipts. People write such subjects too. */
const NOTICES = [
  'undeliver',
  'delivery status',
  'delivery failure',
  'mail delivery',
  'returned mail',
  'failure notice',
  'warning: could not send',
  'message delivery',
  'read:',
  'gelesen:',
  'lu :',
  'leído:',
  'letto:',
  'not read:',
];

/** Returns whether the subject is one that only a responder would write. */
export function isAnswerSubject(subject: string): boolean {
  const start = beginning(subject);
  if (ANSWERS.some((one) => start.startsWith(one))) return true;
  return ABSENCES.some((one) => start.startsWith(one) && /^\s*(?:[:\]]|$)/.test(start.slice(one.length)));
}

/** Returns whether a program may have written this subject. */
export function mayBeAutomaticSubject(subject: string): boolean {
  const start = beginning(subject);
  return [...ABSENCES.slice(1), ...NOTICES].some((one) => start.startsWith(one));
}

function beginning(subject: string): string {
  return decodeWords(subject.slice(0, 1000)).toLowerCase().normalize('NFC').replace(/^\[/, '');
}
