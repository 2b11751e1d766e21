import { ArrowLeft, DollarSign, LayoutDashboard } from 'lucide-react';
import { NavLink } from 'react-router';
import { getAdminPackages } from '../../contract/admin/packages.ts';
import { pages } from '../../contract/paths.ts';
import { classNames } from '../ui/class-names.ts';
import { useMayCall } from './may.tsx';

const LINKS = [
  {
    to: pages.admin(),
    call: undefined,
    label: 'Dashboard',
    description: 'System overview and analytics',
    icon: <LayoutDashboard aria-hidden />,
  },
  {
    to: pages.adminPrices(),
    call: getAdminPackages,
    label: 'Prices',
    description: 'Pricing plans and revenue',
    icon: <DollarSign aria-hidden />,
  },
  { to: pages.home(), call: undefined, label: 'Back to site', description: undefined, icon: <ArrowLeft aria-hidden /> },
];

/** Navigation of the admin area. */
export function AdminLinks({ onNavigate, className }: { onNavigate?: () => void; className?: string }) {
  const mayCall = useMayCall();
  return (
    <nav aria-label="Admin" className={className}>
      {LINKS.filter(({ call }) => !call || mayCall(call)).map(({ to, label, description, icon }) => (
        <NavLink
          key={to}
          to={to}
          end
          onClick={onNavigate}
          className={({ isActive }) =>
            classNames(
              'flex min-h-12 items-center gap-3 rounded-control px-3 py-1.5 text-sm font-semibold no-underline transition-colors hover:bg-hover [&_svg]:size-4.5 [&_svg]:shrink-0',
              isActive ? 'bg-muted text-text' : 'text-soft',
            )
          }
        >
          {icon}
          <span>
            <span className="block">{label}</span>
            {description && <span className="block text-xs font-normal text-soft">{description}</span>}
          </span>
        </NavLink>
      ))}
    </nav>
  );
}
