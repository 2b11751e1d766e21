import type { ReactNode } from 'react';
import { Step, Steps } from './steps.tsx';
import { type Value, Values } from './values.tsx';

/** The server for outgoing mail. At least one port is set. */
export interface ServerAccess {
  address: string;
  host: string;
  /** Implicit TLS. */
  submissions: number | null;
  /** STARTTLS. */
  submission: number | null;
}

interface Program {
  name: string;
  summary: string;
  content: ReactNode;
}

const APP_PASSWORD = { label: 'Password', note: 'An app password from above' };

/** Instructions for the common mail programs, with the labels that the programs use. */
export function programs(access: ServerAccess): Program[] {
  return [gmail(access), outlook(access), appleMail(access), thunderbird(access), others(access)];
}

/** Returns the preferred port of a program, with the name of its encryption. */
function portOf({ submissions, submission }: ServerAccess, prefersTls: boolean): { port: string; isTls: boolean } {
  const isTls = submission === null || (prefersTls && submissions !== null);
  return { port: String(isTls ? submissions : submission), isTls };
}

function gmail(access: ServerAccess): Program {
  const { port, isTls } = portOf(access, false);
  return {
    name: 'Gmail',
    summary: '“Send mail as”, in the browser of a computer',
    content: (
      <>
        <Steps>
          <Step>
            Open Gmail on a computer: Settings, <b>See all settings</b>, <b>Accounts and Import</b>, then{' '}
            <b>Add another email address</b> beside “Send mail as”.
          </Step>
          <Step>
            Enter your name and the address, leave <b>Treat as an alias</b> ticked, and press <b>Next Step</b>.
            <Values label="Values for Gmail, first step" values={[{ label: 'Email address', text: access.address }]} />
          </Step>
          <Step>
            Enter the server, then press <b>Add Account</b>.
            <Values
              label="Values for Gmail, second step"
              values={[
                { label: 'SMTP Server', text: access.host },
                { label: 'Port', text: port },
                { label: 'Username', text: access.address },
                APP_PASSWORD,
                { label: 'Security', note: isTls ? 'Secured connection using SSL' : 'Secured connection using TLS' },
              ]}
            />
          </Step>
          <Step>
            Google mails a confirmation to <span className="wrap-anywhere">{access.address}</span>. It is forwarded to
            your inbox like any mail: open its link, or enter its code.
          </Step>
          <Step>
            Under “When replying to a message”, choose <b>Reply from the same address the message was sent to</b>.
          </Step>
        </Steps>
        <Note>
          The Gmail app cannot add an address, but shows the handle among its senders once it is added here. In an
          account of a company or a school, the administrator may have switched this off.
        </Note>
      </>
    ),
  };
}

function outlook(access: ServerAccess): Program {
  return {
    name: 'Outlook',
    summary: 'Classic Outlook for Windows',
    content: (
      <>
        <p className="max-w-[62ch]">
          Outlook requires an incoming server for each account. Add the handle as an account that reads your real inbox
          and sends through us.
        </p>
        <Steps>
          <Step>
            <b>File</b>, <b>Add Account</b>: enter the address, open <b>Advanced options</b>, tick{' '}
            <b>Let me set up my account manually</b>, press <b>Connect</b>, and choose <b>IMAP</b>.
            <Values label="Values for Outlook, address" values={[{ label: 'Email address', text: access.address }]} />
          </Step>
          <Step>
            Incoming mail: the IMAP server and the password of your <b>real inbox</b>, from its provider.
          </Step>
          <Step>
            Outgoing mail:
            <Values label="Values for Outlook, server" values={server(access)} />
          </Step>
          <Step>
            Outlook now asks for one password, for both servers. For a second one, open the <b>Control Panel</b> of
            Windows, <b>Mail</b>, <b>Email Accounts</b>, select the account, <b>Change</b>, <b>More Settings</b>,{' '}
            <b>Outgoing Server</b>: tick <b>My outgoing server (SMTP) requires authentication</b> and{' '}
            <b>Log on using</b>.
            <Values
              label="Values for Outlook, sign-in"
              values={[{ label: 'User Name', text: access.address }, APP_PASSWORD]}
            />
          </Step>
        </Steps>
        <Note>
          <strong className="font-semibold">The new Outlook for Windows</strong> does not have these dialogs, and signs
          in from Microsoft’s servers, which would keep the passwords of your inbox and of your handle: use classic
          Outlook. <strong className="font-semibold">Outlook on the web</strong> cannot send through another server, and
          an inbox at Outlook.com or Microsoft 365 does not allow this setup. In these cases, use the Replies tab:
          replies are sent from your handle without any setup.
        </Note>
      </>
    ),
  };
}

function appleMail(access: ServerAccess): Program {
  return {
    name: 'Apple Mail',
    summary: 'Mac, iPhone and iPad',
    content: (
      <>
        <p className="max-w-[62ch]">
          Add the handle as a second account that reads your real inbox and sends through us.
        </p>
        <Steps>
          <Step>
            Mac: <b>Mail</b>, <b>Add Account</b>, <b>Other Mail Account</b>. iPhone and iPad: <b>Settings</b>,{' '}
            <b>Apps</b>, <b>Mail</b>, <b>Mail Accounts</b>, <b>Add Account</b>, <b>Other</b>, <b>Add Mail Account</b>.
          </Step>
          <Step>
            Enter your name and the address. The servers are not found automatically; Mail then shows their fields.
            <Values
              label="Values for Apple Mail, address"
              values={[{ label: 'Email', text: access.address }, APP_PASSWORD]}
            />
          </Step>
          <Step>
            Incoming mail server: the IMAP server, user name and password of your <b>real inbox</b>, from its provider.
          </Step>
          <Step>
            Outgoing mail server:
            <Values label="Values for Apple Mail, server" values={outgoing(access, 'Password')} />
          </Step>
        </Steps>
        <Note>
          When you write, choose the handle in the field From. To change the outgoing server later on a Mac: <b>Mail</b>
          , <b>Settings</b>, <b>Accounts</b>, <b>Server Settings</b>, <b>Edit SMTP Server List</b>; without
          “Automatically manage connection settings” you see port, TLS and authentication.
        </Note>
      </>
    ),
  };
}

function thunderbird(access: ServerAccess): Program {
  return {
    name: 'Thunderbird',
    summary: 'An identity with its own outgoing server',
    content: (
      <Steps>
        <Step>
          <b>Account Settings</b>, <b>Outgoing Server (SMTP)</b>, <b>Add</b>:
          <Values label="Values for Thunderbird, server" values={outgoing(access, 'Normal password')} />
        </Step>
        <Step>
          Select the account of your inbox, then <b>Manage Identities</b>, <b>Add</b>. Enter your name and the address,
          and choose the new <b>Outgoing Server</b>.
          <Values
            label="Values for Thunderbird, identity"
            values={[{ label: 'Email Address', text: access.address }]}
          />
        </Step>
        <Step>
          Send a message from the new identity. Thunderbird asks for the password once: enter an app password.
        </Step>
      </Steps>
    ),
  };
}

function others(access: ServerAccess): Program {
  return {
    name: 'Another program',
    summary: 'Scripts, printers, shops, newsletters of a club',
    content: (
      <>
        <p className="max-w-[62ch]">
          Everything that can send through an SMTP server with encryption and sign-in works. From must be{' '}
          <span className="font-medium wrap-anywhere">{access.address}</span>, or the same with a tag, such as{' '}
          <span className="font-medium wrap-anywhere">{access.address.replace('@', '+shop@')}</span>.
        </p>
        <Values label="Values for another program" values={[...outgoing(access, 'PLAIN or LOGIN'), APP_PASSWORD]} />
        <Note>Do not send through port 25, and do not switch the encryption off: both are refused.</Note>
      </>
    ),
  };
}

/** Returns host, port and encryption: implicit TLS where it is available (RFC 8314 3.3). */
function server(access: ServerAccess): Value[] {
  const { port, isTls } = portOf(access, true);
  return [
    { label: 'Server name', text: access.host },
    { label: 'Port', text: port },
    { label: 'Encryption', note: isTls ? 'SSL/TLS' : 'STARTTLS' },
  ];
}

/** Returns the same values with the user name, and with the authentication as the program calls it. */
function outgoing(access: ServerAccess, authentication: string): Value[] {
  return [
    ...server(access),
    { label: 'Authentication', note: authentication },
    { label: 'User name', text: access.address },
  ];
}

function Note({ children }: { children: ReactNode }) {
  return <p className="max-w-[62ch] text-soft">{children}</p>;
}
