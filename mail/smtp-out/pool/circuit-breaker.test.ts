import { expect, it } from 'vitest';
import { CircuitBreaker } from './circuit-breaker.ts';

const openAt = (now: number) => {
  const circuit = new CircuitBreaker();
  for (let i = 0; i < 3; i++) circuit.failed(now, 0.5);
  return circuit;
};

it('opens after three consecutive failures', () => {
  const circuit = new CircuitBreaker();
  circuit.failed(0, 0.5);
  circuit.failed(0, 0.5);
  circuit.succeeded();
  circuit.failed(0, 0.5);
  circuit.failed(0, 0.5);
  expect(circuit.tryAcquire(0)).toBe(true);
  circuit.failed(0, 0.5);
  expect(circuit.tryAcquire(0)).toBe(false);
});

it('admits one probe at a time after the open time', () => {
  const circuit = openAt(0);
  expect(circuit.tryAcquire(4999)).toBe(false);
  expect(circuit.tryAcquire(5000)).toBe(true);
  expect(circuit.tryAcquire(5000)).toBe(false);
  circuit.abandoned();
  expect(circuit.tryAcquire(5001)).toBe(true);
  circuit.succeeded();
  expect([circuit.tryAcquire(5002), circuit.tryAcquire(5002)]).toEqual([true, true]);
});

it('doubles the open time from 5 seconds to 5 minutes', () => {
  const circuit = openAt(0);
  const rests: number[] = [];
  let now = 5000;
  for (let i = 0; i < 8; i++) {
    expect(circuit.tryAcquire(now)).toBe(true);
    circuit.failed(now, 0.5);
    let rest = 0;
    while (circuit.isOpen(now + rest)) rest += 1000;
    rests.push(rest / 1000);
    now += rest;
  }
  expect(rests).toEqual([10, 20, 40, 80, 160, 300, 300, 300]);
});

it('treats concurrent failures as one', () => {
  const circuit = openAt(0);
  for (let i = 0; i < 20; i++) circuit.failed(100, 0.5);
  expect(circuit.tryAcquire(5000)).toBe(true);
});

it('varies the open time by up to 20 percent', () => {
  const [early, late] = [new CircuitBreaker(), new CircuitBreaker()];
  for (let i = 0; i < 3; i++) {
    early.failed(0, 0);
    late.failed(0, 1);
  }
  expect([early.tryAcquire(4000), late.tryAcquire(5999), late.tryAcquire(6001)]).toEqual([true, false, true]);
});

it('opens a circuit after the third failure, and closes it after a response', () => {
  const circuit = openAt(0);
  expect([circuit.isOpen(0), circuit.isOpen(4999), circuit.isOpen(5000)]).toEqual([true, true, false]);
  circuit.succeeded();
  expect(circuit.isOpen(100)).toBe(false);
  for (let i = 0; i < 3; i++) circuit.failed(100, 0.5);
  expect(circuit.isOpen(100)).toBe(true);
});

it('has no failures before the first one and after a response', () => {
  const circuit = new CircuitBreaker();
  const states = [circuit.hasNoFailures];
  circuit.failed(0, 0.5);
  states.push(circuit.hasNoFailures);
  circuit.succeeded();
  expect([...states, circuit.hasNoFailures]).toEqual([true, false, true]);
});
