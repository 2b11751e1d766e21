/** The email with an answer from support. Its text stays in the database until the email is composed. */
export interface SupportAnswerEmail {
  kind: 'support-answer';
  to: string;
  answerId: number;
  /** The inbox of support. */
  replyTo: string;
}
